-- And what is left of those that were killed.
DELETE FROM nodes WHERE id = :id OR seen_at < now() - interval '1 day'
