"""Helpers of the tests of the pen, which other tests use too."""

ATTEMPT = "(async () => { try { %s; return 'reached'; } catch (error) { return `refused: ${error}`; } })()"
