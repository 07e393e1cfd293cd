"""The form: its fields, presets, and who rolls."""
