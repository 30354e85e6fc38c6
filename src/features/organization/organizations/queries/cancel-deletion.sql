UPDATE organizations
SET delete_at = NULL, deletion_asked_at = NULL, deletion_asked_by = NULL, deletion_reason = NULL
WHERE id = :id AND delete_at IS NOT NULL
RETURNING id
