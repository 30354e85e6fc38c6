-- A code is taken once, and none from before it.
UPDATE second_factors SET last_step = :step, last_used_at = :now
WHERE id = :id AND last_step < :step
RETURNING id
