-- Whom the provider keeps here by SCIM as no member: somebody who waits for a role, or whom it has ended. One whom it has
-- deleted counts as long as it provisions here.
-- @result waits: !
SELECT waits FROM scim_users
WHERE organization_id = :organization_id AND user_id IS NULL
  AND (user_name_folded = :address_folded OR external_id = :subject)
UNION ALL
SELECT coalesce(person.waits, false) AS waits
FROM scim_marks AS known
LEFT JOIN scim_users AS person
  ON person.organization_id = known.organization_id AND person.id = known.scim_user_id
WHERE known.organization_id = :organization_id AND known.mark = ANY (:marks::text[]) AND person.user_id IS NULL
  AND (person.id IS NOT NULL
    OR EXISTS (SELECT FROM scim_tokens AS token WHERE token.organization_id = known.organization_id))
