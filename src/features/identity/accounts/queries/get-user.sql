SELECT id, email, name, password_hash AS "passwordHash", password_state AS "passwordState",
  proved_at AS "provedAt", created_at AS "createdAt"
FROM users
WHERE id = :id
