SELECT place.group_id AS "groupId", place.scim_user_id AS "scimUserId", person.content
FROM scim_group_members AS place
JOIN scim_users AS person ON person.organization_id = place.organization_id AND person.id = place.scim_user_id
WHERE place.organization_id = :organization_id AND place.group_id = ANY (:ids::text[])
ORDER BY place.scim_user_id
