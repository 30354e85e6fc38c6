-- @param due_at: nullable
INSERT INTO proposals (organization_id, id, status, author_id, sealed_request, head, digest, shown, touches, progress,
  created_at, due_at)
VALUES (:organization_id, :id, :status, :author_id, :sealed_request, :head, :digest, :shown, :touches, :progress,
  :created_at, :due_at)
