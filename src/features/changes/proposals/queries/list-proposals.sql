-- The newest first, those before this one, without what is long of them.
-- @param before_at, before_id, status, touching: nullable
SELECT id, status, author_id AS "authorId", head, digest, progress, created_at AS "createdAt", due_at AS "dueAt"
FROM proposals
WHERE organization_id = :organization_id
  AND (:status::text IS NULL OR status = :status::text)
  AND (:touching::text IS NULL OR :touching::text = ANY (touches))
  AND (:before_at::timestamptz IS NULL OR (created_at, id) < (:before_at::timestamptz, :before_id::text))
ORDER BY created_at DESC, id DESC
LIMIT :limit
