-- @result proved: !
SELECT id, email_folded, proved_at IS NOT NULL AS proved FROM users
WHERE id = ANY (:ids::text[]) OR email_folded = ANY (:emails::text[])
