UPDATE organizations SET plan = $2 WHERE id = $1
