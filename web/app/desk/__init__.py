"""The desk, for those who make or choose rules: loaded when one of its pages is first opened."""
