"""Sessions: several tests one after the other, with what they spend and earn."""
