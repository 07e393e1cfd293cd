"""The parts that every rule system is made of."""
