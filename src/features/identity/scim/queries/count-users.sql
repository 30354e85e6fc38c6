-- @result count: !
SELECT (SELECT count(*) FROM scim_users WHERE organization_id = :organization_id)::int
  + (SELECT count(*) FROM members AS member
    JOIN users AS person ON person.id = member.user_id
    WHERE member.organization_id = :organization_id
      AND NOT EXISTS (
        SELECT FROM scim_users AS known
        WHERE known.organization_id = member.organization_id AND known.user_id = member.user_id)
      AND NOT EXISTS (
        SELECT FROM scim_users AS known
        WHERE known.organization_id = member.organization_id
          AND known.user_name_folded = person.email_folded))::int AS count
