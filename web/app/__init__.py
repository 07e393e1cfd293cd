"""The program behind the page: a model, what changes it, and the HTML that shows it; no browser is imported here."""
