SELECT id, name, prefix, organizations, max_role AS "maxRole", created_at AS "createdAt",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt", client, client_host AS "clientHost",
  propose_only AS "proposeOnly"
FROM tokens
WHERE user_id = :user_id AND id = :id AND revoked_at IS NULL
