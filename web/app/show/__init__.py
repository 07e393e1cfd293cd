"""The big screen, for everybody at the table."""
