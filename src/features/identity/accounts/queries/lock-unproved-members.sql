-- People whose account ends with their last organization, and those who have none yet; nobody lets them join
-- another one before the transaction ends.
SELECT person.id
FROM members AS member
JOIN users AS person ON person.id = member.user_id
WHERE member.organization_id = :organization_id AND person.proved_at IS NULL
ORDER BY person.id
FOR UPDATE OF person
