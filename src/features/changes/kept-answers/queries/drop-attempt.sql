-- An attempt that came to nothing, or whose answer is too old. It waits for a transaction that keeps its answer.
DELETE FROM kept_answers
WHERE attempt = :attempt AND ((answer IS NULL AND NOT spent) OR begun_at < now() - interval '24 hours')
RETURNING key
