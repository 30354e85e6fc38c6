-- A job has begun: its end is waited for. What is missing already stays so until it has ended.
UPDATE heartbeats SET expected_at = now(), due_at = now() + make_interval(mins => grace_minutes)
WHERE organization_id = :organization_id AND id = :id AND enabled AND NOT failed AND missing_since IS NULL
