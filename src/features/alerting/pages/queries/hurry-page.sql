-- The next step is due now, where one is to come.
UPDATE pages SET due_at = least(due_at, now())
WHERE organization_id = :organization_id AND id = :id AND closed_at IS NULL AND due_at IS NOT NULL
