"""Relics of the Moon: a Cohort and a Challenge take turns with pools of six-sided dice."""
