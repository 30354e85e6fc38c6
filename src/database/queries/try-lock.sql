-- @result locked: !
SELECT pg_try_advisory_xact_lock(hashtextextended(:purpose, 0)) AS locked
