module.exports = {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      variables: { 'breakpoint-phone': '48em', 'breakpoint-menu': '1200px' },
    },
  },
};
