SELECT reset.expires_at AS "expiresAt", reset.proves_address AS "provesAddress", person.id AS "userId", person.email
FROM password_resets AS reset
JOIN users AS person ON person.id = reset.user_id
WHERE reset.hash = :hash AND reset.expires_at > :now
