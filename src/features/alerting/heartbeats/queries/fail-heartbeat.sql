-- `changes`: there is something to notify of now.
UPDATE heartbeats SET signal_at = now(), failed = enabled, due_at = CASE WHEN enabled THEN now() END
WHERE organization_id = :organization_id AND id = :id
RETURNING enabled AS changes
