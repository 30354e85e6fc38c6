SELECT id, email, name, password_hash AS "passwordHash", created_at AS "createdAt"
FROM users
WHERE id = $1
