"""A campaign as a log of events: its state is always the fold of the log, and the log is all that is kept."""
