-- Those that wait, and that somebody made under this title, the newest first.
SELECT id, head, sealed_request AS "sealedRequest"
FROM proposals
WHERE organization_id = :organization_id AND author_id = :author_id AND status IN ('open', 'approved')
  AND head::jsonb ->> 'title' = :title::text
ORDER BY created_at DESC, id DESC
LIMIT :limit
