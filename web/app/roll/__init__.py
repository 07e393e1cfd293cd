"""The roll: dice on the tray, the verdict, what may be done then, and dice typed in."""
