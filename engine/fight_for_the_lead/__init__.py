"""The rule set ``fight-for-the-lead``: a match of deals for chips, four tricks each."""
