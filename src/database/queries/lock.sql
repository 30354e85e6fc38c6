SELECT pg_advisory_xact_lock(hashtextextended(:purpose, 0))
