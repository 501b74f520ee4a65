import { describe, expect, it } from 'vitest';
import { passwordFaults, passwordStrength } from './password.ts';

const owner = {
  username: 'a.karimov',
  email: 'alisher.karimov@example.uz',
  phone: '998901234567',
  firstname: 'Алишер',
  lastname: 'Karimov',
  midname: 'Rustam oʻgʻli',
};

describe('the rule of new passwords', () => {
  it('asks for eight characters, and for what the institution asks beyond', () => {
    expect(passwordFaults('qulf-77')).toEqual(['short']);
    expect(passwordFaults('qulf-777')).toEqual([]);
    expect(passwordFaults('qulf-777', { minimum: 3 })).toEqual([]);
    expect(passwordFaults('🔑🔑🔑🔑')).toEqual(['short']);
    expect(passwordFaults('qulf kalit', { minimum: 12, digit: true, upper_and_lower: true, sign: true })).toEqual([
      'short',
      'digit',
      'letters',
      'sign',
    ]);
  });
  it('takes nothing that is made of what everybody knows of the person', () => {
    for (const password of [
      'a.karimov',
      'KARIMOV-2001',
      'Karimov Alisher',
      'alisher2001',
      'Ａｌｉｓｈｅｒ1',
      'Алишер123',
      '998901234567',
      '+998901234567',
      '901234567',
      'alisher.karimov@example.uz',
      'edulab123',
      'rustam77!',
    ])
      expect([password, passwordFaults(password, {}, owner)]).toEqual([password, ['personal']]);
    for (const password of ['karimov-bogida-olma', 'togda-qor-yogdi', 'xK3-alisher-9wQz'])
      expect([password, passwordFaults(password, {}, owner)]).toEqual([password, []]);
  });
  it('weighs what it lets through, and nothing else', () => {
    expect([
      passwordStrength('qulf-77'),
      passwordStrength('karimov1', {}, owner),
      passwordStrength('aaaaaaaa'),
      passwordStrength('abcdefgh1'),
      passwordStrength('togda-qor-yogdi'),
      passwordStrength('Correct-Horse-9!'),
    ]).toEqual([0, 0, 1, 2, 3, 4]);
  });
});
