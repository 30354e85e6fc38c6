INSERT INTO plans (organization_id, id, status, actor_id, sealed_request, head, difference, created_at, expires_at)
VALUES (:organization_id, :id, :status, :actor_id, :sealed_request, :head, :difference, :created_at, :expires_at)
