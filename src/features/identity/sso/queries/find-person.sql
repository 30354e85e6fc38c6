-- Who that is in any organization: the provider is the same, and says itself who its people are.
SELECT user_id AS "userId" FROM sso_identities
WHERE issuer = :issuer AND subject = :subject
ORDER BY linked_at
LIMIT 1
