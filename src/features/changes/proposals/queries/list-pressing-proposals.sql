-- Those that may wait for people: nobody has decided yet, something of it is to be confirmed or watched or has steps that
-- wait, or it was taken back of late.
SELECT id, status, author_id AS "authorId", head, digest, progress, created_at AS "createdAt", due_at AS "dueAt"
FROM proposals
WHERE organization_id = :organization_id AND (
    status IN ('open', 'approved')
    OR (status = 'applied' AND (due_at IS NOT NULL OR position('"plan_id":null' IN progress) > 0))
    OR (status = 'reverted' AND created_at > :since)
  )
ORDER BY created_at DESC, id DESC
LIMIT :limit
