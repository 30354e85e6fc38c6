SELECT id, status, author_id AS "authorId", sealed_request AS "sealedRequest", head, digest, shown, touches, progress,
  created_at AS "createdAt", due_at AS "dueAt"
FROM proposals
WHERE organization_id = :organization_id AND id = :id
FOR UPDATE
