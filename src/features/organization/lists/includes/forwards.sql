ORDER BY place, number, word, moment, sort_key, id
