-- Only over the password that was proved, so that of two changes at once one is refused.
UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2
RETURNING id
