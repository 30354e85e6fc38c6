DELETE FROM members WHERE organization_id = $1 AND user_id = $2
