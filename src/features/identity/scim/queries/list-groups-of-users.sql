SELECT place.scim_user_id AS "scimUserId", one.id, one.display_name AS "displayName", one.external_id AS "externalId"
FROM scim_group_members AS place
JOIN scim_groups AS one ON one.organization_id = place.organization_id AND one.id = place.group_id
WHERE place.organization_id = :organization_id AND place.scim_user_id = ANY (:ids::text[])
ORDER BY one.id
