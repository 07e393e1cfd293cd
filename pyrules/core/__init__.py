"""What every rule system is made of."""
