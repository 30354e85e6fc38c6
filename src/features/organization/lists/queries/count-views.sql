-- The person's other views of the kind.
-- @result count: !
SELECT count(*)::integer AS count
FROM list_views
WHERE organization_id = :organization_id AND user_id = :user_id AND kind = :kind AND name <> :name
