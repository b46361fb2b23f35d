"""ProactiveMobile: records, equivalence, SR and FTR."""
