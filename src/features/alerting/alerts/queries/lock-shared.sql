-- Many may hold the lock at once, until their transactions end; who takes it for itself alone waits for all of them.
SELECT pg_advisory_xact_lock_shared(hashtextextended(:purpose, 0))
