-- What was written on the way moved the version once more.
-- @param due_at: nullable
UPDATE status_pages SET settled_version = version, due_at = :due_at WHERE organization_id = :organization_id
