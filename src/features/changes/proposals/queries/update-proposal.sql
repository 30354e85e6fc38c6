-- @param due_at: nullable
UPDATE proposals
SET status = :status, digest = :digest, shown = :shown, touches = :touches, progress = :progress, due_at = :due_at
WHERE organization_id = :organization_id AND id = :id
