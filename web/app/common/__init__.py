"""Parts that several rooms use: answers, pieces of HTML, and what the campaign says of the test."""
